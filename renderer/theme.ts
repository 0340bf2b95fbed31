import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

/** The one accent: a quiet indigo. White text on shade 6 has a contrast of 5.9:1. */
const iris: MantineColorsTuple = [
  '#eff0fc',
  '#dfe1f8',
  '#c0c4f1',
  '#a3a8ea',
  '#868de2',
  '#6a72d9',
  '#4f57c8',
  '#4249b0',
  '#373d94',
  '#2b3076',
]

/** For actions that cannot be undone; white text on shade 6 has a contrast of 6.6:1. */
const red: MantineColorsTuple = [
  '#fdecea',
  '#f9d5d2',
  '#f2aca6',
  '#ec8279',
  '#e45d52',
  '#d6392c',
  '#b42318',
  '#97190f',
  '#7a140c',
  '#5f100a',
]

/** Cool neutrals for light surfaces; 6 and darker are legible as text on white. */
const gray: MantineColorsTuple = [
  '#f8f9fb',
  '#f1f2f5',
  '#e6e8ec',
  '#d7dae0',
  '#bfc4cd',
  '#8d94a1',
  '#656c79',
  '#4d535f',
  '#343943',
  '#1d2026',
]

/** The same neutrals for dark surfaces; 7 is the page, 6 a raised surface. */
const dark: MantineColorsTuple = [
  '#e7e9ee',
  '#c3c7d0',
  '#a2a8b4',
  '#7f8694',
  '#3d424c',
  '#30343d',
  '#23262d',
  '#181a1f',
  '#131519',
  '#0d0e11',
]

export const theme = createTheme({
  primaryColor: 'iris',
  primaryShade: 6,
  colors: { iris, red, gray, dark },
  fontFamily: "'Inter Variable', 'Inter Variable Beyond Latin', system-ui, -apple-system, 'Segoe UI', sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, monospace",
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  lineHeights: { xs: '1.35', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.4' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  defaultRadius: 'sm',
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.25rem', lineHeight: '1.4' },
      h2: { fontSize: '1rem', lineHeight: '1.5' },
      h3: { fontSize: '0.875rem', lineHeight: '1.5' },
    },
  },
  focusRing: 'auto',
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Button: { defaultProps: { size: 'sm', fw: 500 } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 32 } },
    // Keeps the focus ring clear of the field's label.
    InputWrapper: { styles: { label: { marginBottom: 4 } } },
    TextInput: { defaultProps: { size: 'sm' } },
    PasswordInput: { defaultProps: { size: 'sm' } },
    Textarea: { defaultProps: { size: 'sm' } },
    Select: {
      defaultProps: {
        size: 'sm',
        allowDeselect: false,
        rightSectionWidth: 28,
        comboboxProps: { portalProps: { target: '#menus' } },
        // The option list scrolls itself, so that the highlighted option comes into view.
        withScrollArea: false,
      },
      styles: { options: { maxHeight: 320, overflowY: 'auto', overflowWrap: 'anywhere' } },
    },
    // The page never scrolls, and locking it would add a style element that the CSP blocks.
    Modal: {
      defaultProps: { centered: true, lockScroll: false, radius: 'lg', padding: 'lg', overlayProps: { backgroundOpacity: 0.4 } },
      styles: { title: { fontWeight: 600, fontSize: '1rem', overflowWrap: 'anywhere' } },
    },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Dismiss' } } },
    // Mantine focuses a placeholder first, which ARIA does not allow inside a menu.
    Menu: { defaultProps: { shadow: 'md', radius: 'md', withInitialFocusPlaceholder: false, portalProps: { target: '#menus' } } },
    Tooltip: { defaultProps: { openDelay: 400, withArrow: false, radius: 'sm' } },
    Badge: { defaultProps: { variant: 'light', radius: 'sm', tt: 'none', fw: 500 } },
  },
})

/** Text colors that are too faint for WCAG AA on these surfaces by default. */
export const resolveVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-text': '#1d2026',
    '--mantine-color-dimmed': '#5d6471',
    '--mantine-color-placeholder': '#656c79',
    '--mantine-color-error': '#b42318',
    '--mantine-color-default-border': '#d7dae0',
    '--mantine-color-anchor': '#4f57c8',
  },
  dark: {
    '--mantine-color-body': '#181a1f',
    '--mantine-color-text': '#e7e9ee',
    '--mantine-color-dimmed': '#a2a8b4',
    '--mantine-color-placeholder': '#949ba8',
    '--mantine-color-error': '#ff8f85',
    '--mantine-color-default': '#23262d',
    '--mantine-color-default-hover': '#2b2f37',
    '--mantine-color-default-border': '#3d424c',
    '--mantine-color-anchor': '#a3a8ea',
  },
})
