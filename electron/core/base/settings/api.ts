import { describeCore } from '../../activity/lists/describe-core.ts'
import type { HandlerContext } from '../../call-context.ts'
import { implementer as os } from '../../implementer.ts'
import { freeOriginals } from '../../pictures/library/free-originals.ts'
import { measureStorage } from '../../pictures/library/lists/measure-storage.ts'

type Ports = Pick<
  HandlerContext,
  'active' | 'connections' | 'getSecrets' | 'images' | 'journal' | 'ports' | 'scheduler' | 'setAtOnce' | 'settings'
>

/** A person's settings, and the data on this computer. */
export const createSettingsHandlers = (context: Ports) => {
  const { journal, settings, setAtOnce, connections, ports } = context
  const describeLogin = () => (ports.loginItem ? { isOn: ports.loginItem.isOn() } : null)
  return {
    get: os.settings.get.handler(() => settings.get()),
    set: os.settings.set.handler(async ({ input }) => {
      journal.write(() => settings.set(input))
      await journal.durable()
      if (input.atOnce !== undefined) setAtOnce(input.atOnce)
      return settings.get()
    }),
    storage: os.settings.storage.handler(() => measureStorage(ports.dataFolder)),
    freeOriginals: os.settings.freeOriginals.handler(() =>
      freeOriginals({
        journal,
        files: ports.files,
        dataFolder: ports.dataFolder,
        connectionId: () => connections.active()?.id ?? null,
        connectionIds: connections.listIds,
      }),
    ),
    about: os.settings.about.handler(() => ports.about ?? null),
    login: os.settings.login.handler(() => describeLogin()),
    setLogin: os.settings.setLogin.handler(({ input }) => {
      ports.loginItem?.set(input.isOn)
      return describeLogin()
    }),
    diagnostics: os.settings.diagnostics.handler(() => describeCore(context)),
  }
}
