/** Finds settings by words of their labels, descriptions and names. */
import type { BoardSetting } from '../../../../../mappings/contract/board-settings.ts';
import { nameText } from '../../../lib/messages.ts';

const folded = (text: string) => text.normalize('NFKC').toLowerCase();

/** The names of the settings that contain every word; null if there is no word, which finds all. */
export function findSettings(settings: readonly BoardSetting[], words: string): ReadonlySet<string> | null {
  const wanted = folded(words).split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return null;
  const found = settings.filter((setting) => {
    const text = textOf(setting);
    return wanted.every((word) => text.includes(word));
  });
  return new Set(found.map(({ name }) => name));
}

function textOf({ name, needs, meaning, default_setting: source }: BoardSetting): string {
  const texts = [nameText(`setting.${name}`), nameText(`setting-help.${name}`), name, meaning, source];
  return folded([...texts, ...needs.map(({ setting }) => setting)].filter(Boolean).join(' '));
}
