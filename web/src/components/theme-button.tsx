import { THEMES, chooseTheme, useTheme } from '../lib/theme.ts';

/** Goes from the system's theme to light, to dark, and round again. */
export function ThemeButton() {
  const theme = useTheme();
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system';
  return (
    <button
      type="button"
      className="quiet-button"
      onClick={() => chooseTheme(next)}
      aria-label={`Theme: ${theme}. Change to ${next}.`}
      title={`Theme: ${theme}`}
    >
      <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
        <circle cx="8" cy="8" r="5.75" fill="none" stroke="currentColor" strokeWidth="1.5" />
        {theme === 'system' && <path d="M8 2.25a5.75 5.75 0 0 1 0 11.5z" fill="currentColor" />}
        {theme === 'dark' && <circle cx="8" cy="8" r="5" fill="currentColor" />}
      </svg>
    </button>
  );
}
