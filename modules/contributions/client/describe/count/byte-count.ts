/** The counted bytes of one file. */
export class ByteCount {
  /** By the id that the container gives to a track; `ONLY_TRACK` where it has one track and no ids. */
  readonly #tracks = new Map<string, number>();
  structure = 0;

  add(track: string, bytes: number): void {
    this.#tracks.set(track, (this.#tracks.get(track) ?? 0) + bytes);
  }

  /** The bytes of a track; null if none were counted, or if they were taken before. */
  take(track: string): number | null {
    const bytes = this.#tracks.get(track) ?? null;
    this.#tracks.delete(track);
    return bytes;
  }

  /** The structure, with tracks that nobody took: later links of a chained Ogg stream, chapters. */
  rest(): number {
    let bytes = this.structure;
    for (const others of this.#tracks.values()) bytes += others;
    return bytes;
  }
}

export const ONLY_TRACK = '';
