/** The settings that a module adds for all processes. */
import type { Setting } from './setting.ts';

export interface SettingsModule<Field extends string = string> {
  readonly name: string;
  /** The title of its section in docs/CONFIG.md. */
  readonly title: string;
  readonly settings: Readonly<Record<string, Setting<unknown>>>;
  /** Settings that have no effect because of others. */
  readonly needs?: readonly Need<Field>[];
}

export interface Need<Field extends string> {
  readonly settings: readonly Field[];
  /** The setting that decides whether they have an effect. */
  readonly other: Field;
  readonly state: 'is set' | 'is not set' | 'is above 0';
}
