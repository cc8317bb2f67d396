/** Display settings: theme, times, keyboard shortcuts and search as you type. */
import { readPreference, savePreference, tellServer, usePreference } from './preferences.ts';
import { createStore, useStore } from './store.ts';

const OFF = 'off';

/** A theme is a set of values for the tokens in styles/tokens.css; `system` follows the operating system. */
export const THEMES = ['system', 'light', 'dark', 'yotsuba', 'tomorrow'] as const;
export type Theme = (typeof THEMES)[number];

/** public/early.js reads the same key and sets the attribute before the first paint. */
const THEME_KEY = 'theme';
const theme = createStore<Theme | null>(null);

export function useTheme(): Theme {
  return useStore(theme) ?? THEMES.find((name) => name === document.documentElement.dataset['theme']) ?? 'system';
}

export function setTheme(name: Theme): void {
  if (name === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = name;
  savePreference(THEME_KEY, name === 'system' ? null : name);
  tellServer(THEME_KEY, name === 'system' ? null : name);
  theme.write(name);
}

/** Times as distances ("3 minutes ago"), or exact to the second. */
export type TimeStyle = 'relative' | 'exact';
const TIMES_KEY = 'times';

export function useTimeStyle(): TimeStyle {
  return usePreference(TIMES_KEY) === 'exact' ? 'exact' : 'relative';
}

export function setTimeStyle(style: TimeStyle): void {
  savePreference(TIMES_KEY, style === 'relative' ? null : style);
}

/** Single-key shortcuts can be switched off: they interfere with speech input. */
const SHORTCUTS_KEY = 'keys';

export function areShortcutsOn(): boolean {
  return readPreference(SHORTCUTS_KEY) !== OFF;
}

export function useShortcutsOn(): boolean {
  return usePreference(SHORTCUTS_KEY) !== OFF;
}

export function setShortcutsOn(on: boolean): void {
  savePreference(SHORTCUTS_KEY, on ? null : OFF);
}

const AS_YOU_TYPE_KEY = 'typing';

/** Always off while the browser saves data. */
export function isSearchAsYouTypeOn(): boolean {
  return readPreference(AS_YOU_TYPE_KEY) !== OFF && !savesData();
}

export function useSearchAsYouTypeOn(): boolean {
  return usePreference(AS_YOU_TYPE_KEY) !== OFF && !savesData();
}

export function setSearchAsYouTypeOn(on: boolean): void {
  savePreference(AS_YOU_TYPE_KEY, on ? null : OFF);
}

interface MeteredNavigator {
  /** Only some browsers support it. */
  readonly connection?: { readonly saveData?: boolean };
}

/** Whether the reader asked the browser to save data. */
export function savesData(): boolean {
  return (navigator as MeteredNavigator).connection?.saveData === true;
}
