/** Text to Shift_JIS, which the platform can decode but not encode. Pure. */

let table: ReadonlyMap<string, readonly number[]> | undefined;

/** The bytes of the text; `?` for a character that Shift_JIS lacks. */
export function toShiftJis(text: string): Uint8Array {
  table ??= reversed();
  const bytes = table;
  return Uint8Array.from(Array.from(text).flatMap((character) => bytes.get(character) ?? [0x3f]));
}

/** If a character has several byte sequences, the first is used: the standard's own, before the extensions of NEC and IBM. */
function reversed(): ReadonlyMap<string, readonly number[]> {
  const decoder = new TextDecoder('shift_jis');
  const found = new Map<string, readonly number[]>();
  const add = (bytes: readonly number[]) => {
    const text = decoder.decode(Uint8Array.from(bytes));
    if (Array.from(text).length === 1 && text !== '\uFFFD' && !found.has(text)) found.set(text, bytes);
  };
  for (let byte = 0; byte < 256; byte += 1) add([byte]);
  for (let lead = 0x81; lead <= 0xfc; lead += 1)
    for (let trail = 0x40; trail <= 0xfc; trail += 1) if (trail !== 0x7f) add([lead, trail]);
  return found;
}
