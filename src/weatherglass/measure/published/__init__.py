"""One published measure per file; a new one is a file and a line here."""

from weatherglass.measure.published import bat as bat
from weatherglass.measure.published import direct_bias as direct_bias
from weatherglass.measure.published import ect as ect
from weatherglass.measure.published import gonen_goldberg as gonen_goldberg
from weatherglass.measure.published import indirect_bias as indirect_bias
from weatherglass.measure.published import km as km
from weatherglass.measure.published import mac as mac
from weatherglass.measure.published import nbm as nbm
from weatherglass.measure.published import normalised_association as normalised_association
from weatherglass.measure.published import ripa as ripa
from weatherglass.measure.published import rnd as rnd
from weatherglass.measure.published import rnsb as rnsb
from weatherglass.measure.published import semaxis as semaxis
from weatherglass.measure.published import svm as svm
from weatherglass.measure.published import weat as weat
from weatherglass.measure.published import wefat as wefat
from weatherglass.measure.published import word_association as word_association
