/** The volume of videos and sound, remembered in this browser. */
import { readPreference, savePreference } from './preferences.ts';

const STORAGE_KEY = 'volume';

interface Volume {
  /** Between 0 and 1. */
  readonly volume: number;
  readonly muted: boolean;
}

/** Full volume if none is remembered. */
export function parseVolume(stored: string | null): Volume {
  const [, volume, muted] = /^(0(?:\.\d{1,4})?|1)( muted)?$/.exec(stored ?? '') ?? [];
  return { volume: volume === undefined ? 1 : Number(volume), muted: muted !== undefined };
}

export function applyVolume(player: HTMLMediaElement): void {
  const { volume, muted } = parseVolume(readPreference(STORAGE_KEY));
  player.volume = volume;
  player.muted = muted;
}

export function rememberVolume({ volume, muted }: Volume): void {
  savePreference(STORAGE_KEY, `${Number(volume.toFixed(4))}${muted ? ' muted' : ''}`);
}
