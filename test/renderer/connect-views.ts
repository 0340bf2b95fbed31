import type { Page } from 'playwright'
import { offerScenes } from './fake-session.ts'
import type { View } from './views.ts'

const openAssistant = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Connect workspace' }).click()
  await page.getByRole('button', { name: 'Make a connection file for your team' }).click()
  await page.getByRole('dialog', { name: 'Make a connection file for your team' }).waitFor()
}

const pasteDetails = async (page: Page): Promise<void> => {
  await openAssistant(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Workspace’s name').fill('Northwind Studio')
  await page.getByLabel('Workspace address').fill('https://api.northwind.example/v1')
  await page.getByLabel('Client ID').fill('client_7f3a')
  await page.getByRole('textbox', { name: 'Client secret' }).fill('hush')
}

/** Connecting: each step of the sheet, the assistant, the workspaces. */
export const connectViews: readonly View[] = [
  ...offerScenes.map((scene): View => ({ name: scene, scene, screen: 'library', act: (page) => page.getByRole('dialog').waitFor() })),
  { name: 'make-file', scene: 'welcome', screen: 'library', act: openAssistant },
  { name: 'make-file-details', scene: 'welcome', screen: 'library', act: pasteDetails },
  {
    name: 'make-file-checked',
    scene: 'welcome',
    screen: 'library',
    act: async (page) => {
      await pasteDetails(page)
      await page.getByRole('button', { name: 'Check', exact: true }).click()
      await page.getByRole('list', { name: 'Results' }).waitFor()
    },
  },
  {
    name: 'connect-key',
    scene: 'welcome',
    screen: 'library',
    act: async (page) => {
      await page.getByRole('button', { name: 'Connect workspace' }).click()
      await page.getByRole('tab', { name: 'API key' }).click()
      await page.getByRole('switch', { name: 'The address is our own server' }).click()
    },
  },
  { name: 'proxy-hold', scene: 'proxy', screen: 'activity' },
  { name: 'client-refused', scene: 'client-refused', screen: 'library' },
  { name: 'proxy-setting', scene: 'proxy', screen: 'settings', act: (page) => page.getByText('proxy.northwind.example').first().waitFor() },
  {
    name: 'proxy-password',
    scene: 'proxy',
    screen: 'activity',
    act: async (page) => {
      await page.getByRole('button', { name: 'Proxy password…' }).first().click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'connect-by-hand-advanced',
    scene: 'welcome',
    screen: 'library',
    act: async (page) => {
      await page.getByRole('button', { name: 'Connect workspace' }).click()
      await page.getByRole('tab', { name: 'Client details' }).click()
      await page.getByRole('button', { name: 'Advanced' }).click()
    },
  },
  {
    name: 'workspace-menu',
    scene: 'full',
    screen: 'library',
    act: (page) => page.getByRole('button', { name: 'Workspace: ' }).click(),
  },
  {
    name: 'workspace-forget',
    scene: 'full',
    screen: 'settings',
    act: async (page) => {
      await page.getByRole('button', { name: 'More about Contoso Retail' }).click()
      await page.getByRole('menuitem', { name: 'Disconnect…' }).click()
    },
  },
]
