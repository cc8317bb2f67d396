/** Capitals and digits in 5 × 7 cells, seven rows of five bits each: pictures carry words on machines without fonts. */
const GLYPHS: Readonly<Record<string, string>> = {
  A: '0e11111f111111',
  B: '1e11111e11111e',
  C: '0e11101010110e',
  D: '1e11111111111e',
  E: '1f10101e10101f',
  F: '1f10101e101010',
  G: '0e11101711110f',
  H: '1111111f111111',
  I: '0e04040404040e',
  J: '0702020202120c',
  K: '11121418141211',
  L: '1010101010101f',
  M: '111b1515111111',
  N: '11111915131111',
  O: '0e11111111110e',
  P: '1e11111e101010',
  Q: '0e11111115120d',
  R: '1e11111e141211',
  S: '0f10100e01011e',
  T: '1f040404040404',
  U: '1111111111110e',
  V: '11111111110a04',
  W: '1111111515150a',
  X: '11110a040a1111',
  Y: '11110a04040404',
  Z: '1f01020408101f',
  '0': '0e11131519110e',
  '1': '040c040404040e',
  '2': '0e11010204081f',
  '3': '1f02040201110e',
  '4': '02060a121f0202',
  '5': '1f101e0101110e',
  '6': '0608101e11110e',
  '7': '1f010204080808',
  '8': '0e11110e11110e',
  '9': '0e11110f01020c',
  '.': '00000000000c0c',
  '-': '0000001f000000',
};

const ADVANCE = 6;

export function textWidth(text: string, cell: number): number {
  return (text.length * ADVANCE - 1) * cell;
}

/** One SVG path; what has no glyph is a space. */
export function pixelText(text: string, x: number, y: number, cell: number, fill: string): string {
  let path = '';
  for (const [index, letter] of text.toUpperCase().split('').entries()) {
    const rows = GLYPHS[letter]?.match(/../g) ?? [];
    for (const [row, bits] of rows.entries()) {
      for (let column = 0; column < 5; column++) {
        if ((Number.parseInt(bits, 16) & (0x10 >> column)) === 0) continue;
        path += `M${x + (index * ADVANCE + column) * cell} ${y + row * cell}h${cell}v${cell}h-${cell}z`;
      }
    }
  }
  return `<path d="${path}" fill="${fill}"/>`;
}
