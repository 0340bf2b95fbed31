import * as bridge from '../../../renderer/bridge.ts'
import '../../../shared/base/describe-error.ts'

// A page with only the bridge, so that tests of the hosts do not depend on the window's design.
const failures: string[] = []
Object.assign(window, { bridge, failures })
document.addEventListener('securitypolicyviolation', (event) => failures.push(`${event.violatedDirective} ${event.blockedURI}`))

const hand = (files: Promise<File[]>): void => {
  files.then((found) => bridge.dropFiles(found, true)).catch((error: unknown) => failures.push(String(error)))
}
document
  .getElementById('files')
  ?.addEventListener('change', (event) => hand(Promise.resolve([...((event.target as HTMLInputElement).files ?? [])])))
document.addEventListener('dragover', (event) => event.preventDefault())
document.addEventListener('drop', (event) => {
  event.preventDefault()
  if (event.dataTransfer) hand(bridge.filesOf(event.dataTransfer).then(({ files }) => files))
})
