/** The counted bytes of one file. */
export class ByteCount {
  /** Counts by the container's track id, or by `ONLY_TRACK` for a container without track ids. */
  readonly #tracks = new Map<string, number>();
  structure = 0;

  add(track: string, bytes: number): void {
    this.#tracks.set(track, (this.#tracks.get(track) ?? 0) + bytes);
  }

  /** Returns the bytes of a track; null if none were counted, or if they were taken before. */
  take(track: string): number | null {
    const bytes = this.#tracks.get(track) ?? null;
    this.#tracks.delete(track);
    return bytes;
  }

  /** Returns the structure including tracks that were not taken: later links of a chained Ogg stream, chapters. */
  rest(): number {
    let bytes = this.structure;
    for (const others of this.#tracks.values()) bytes += others;
    return bytes;
  }
}

export const ONLY_TRACK = '';
