/** Draws Bull Board in the reader's theme. It is a separate application in a frame, whose colours are properties of its root. */

/** Its properties, and the tokens of styles/tokens.css that they get. */
const TOKENS = {
  '--background': '--paper',
  '--foreground': '--ink',
  '--card': '--raised',
  '--popover': '--raised',
  '--primary': '--accent',
  '--primary-foreground': '--on-accent',
  '--secondary': '--sunken',
  '--secondary-foreground': '--ink',
  '--muted': '--sunken',
  '--muted-foreground': '--ink-quiet',
  '--accent': '--accent-soft',
  '--accent-foreground': '--ink',
  '--destructive': '--alarm',
  '--destructive-foreground': '--paper',
  '--border': '--line',
  '--input': '--edge',
  '--sidebar': '--sunken',
  '--sidebar-foreground': '--ink',
  '--sidebar-accent': '--accent-soft',
  '--sidebar-border': '--line',
  '--status-failed': '--alarm',
  '--status-active': '--accent',
} as const;

/** Does nothing while the frame is loading. */
export function drawInTheme(frame: HTMLIFrameElement): void {
  const root = frame.contentDocument?.documentElement;
  if (root === undefined) return;
  const probe = document.createElement('span');
  frame.after(probe);
  // Computed, since the tokens depend on the colour scheme of this page.
  const colourOf = (token: string) => {
    probe.style.color = `var(${token})`;
    return getComputedStyle(probe).color;
  };
  for (const [property, token] of Object.entries(TOKENS)) root.style.setProperty(property, colourOf(token));
  root.style.setProperty('--font-sans', getComputedStyle(frame).fontFamily);
  root.style.setProperty('--radius', getComputedStyle(document.documentElement).getPropertyValue('--radius'));
  root.classList.toggle('dark-mode', isDark(colourOf('--paper')));
  probe.remove();
}

function isDark(colour: string): boolean {
  const [red = 255, green = 255, blue = 255] = (colour.match(/[\d.]+/g) ?? []).map(Number);
  return red + green + blue < (3 * 255) / 2;
}
