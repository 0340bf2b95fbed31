import { goTo } from '../navigation.ts'
import { noFilter, setFilter, setSelection, useLibraryView } from './library-view.ts'

/** Leads to one picture in the library, found by its name. */
export const showPicture = (id: string, name: string): void => {
  setFilter({ ...noFilter, text: name })
  setSelection({ ids: new Set([id]), anchor: null })
  useLibraryView.setState({ isDetailsOpen: true })
  goTo('library')
}
