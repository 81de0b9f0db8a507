// Browsers start no workers for pages that are opened from a folder. The search then runs in a hidden frame.
if (location.protocol === "file:") {
  window.IFrameWorker = class extends EventTarget {
    constructor(url) {
      super()
      this.frame = document.createElement("iframe")
      this.frame.hidden = true
      document.body.appendChild(this.frame)
      const inside = this.frame.contentWindow
      inside.postMessage = data => this.dispatchEvent(new MessageEvent("message", { data }))
      inside.importScripts = (...urls) => urls.reduce((before, each) => before.then(() => this.load(each)), Promise.resolve())
      this.ready = this.load(url)
    }

    load(url) {
      const page = this.frame.contentDocument
      const script = page.createElement("script")
      const loaded = new Promise((resolve, reject) => { script.onload = resolve; script.onerror = reject })
      script.src = new URL(url, location.href)
      page.body.appendChild(script)
      return loaded
    }

    postMessage(data) {
      this.ready.then(() => this.frame.contentWindow.dispatchEvent(new MessageEvent("message", { data })))
    }

    terminate() {
      this.frame.remove()
    }
  }
  window.Worker = window.IFrameWorker
}
