/** HTML that the site puts below what a poster typed, in the site's own words and spelling. */
import type { Random } from '../random.ts';
import { newYorkTime } from '../chan.ts';
import { CAMERAS, FORTUNES } from '../themes/common.ts';

export const BANNED = '<br><br><strong style="color: red;">(USER WAS BANNED FOR THIS POST)</strong>';
export const WARNED = '<br><br><strong style="color: red;">(USER WAS WARNED FOR THIS POST)</strong>';

export function fortuneHtml(random: Random): string {
  const { text, color } = random.pick(FORTUNES);
  return `<span class="fortune" style="color:${color}"><br><br><b>Your fortune: ${text}</b></span>`;
}

/** @param recorded the post's number, if its drawing was recorded */
export function oekakiHtml(random: Random, recorded: number | null): string {
  const replay = recorded === null ? '' : `, Replay: <a href="javascript:oeReplay(${recorded});">View</a>`;
  return `<br><br><small><b>Oekaki Post</b> (Time: ${random.integer(3, 59)}m, Painter: Anonymous${replay})</small>`;
}

type Row = readonly [name: string, value: string];

/** The table that the site reads out of a photograph. `no` makes its id. */
export function exifHtml(random: Random, no: number, time: number, w: number, h: number): string {
  const rows: readonly Row[] = [
    ['Camera Model', random.pick(CAMERAS)],
    ['Camera Software', `${random.integer(1, 4)}.${random.integer(0, 30)}`],
  ];
  const picture: readonly Row[] = [
    ['Image Width', String(w)],
    ['Image Height', String(h)],
    ['Image Created', newYorkTime(time - random.integer(600, 9_000_000)).replace(/\(.*\)/, ' ')],
    ['Exposure Time', `1/${random.integer(15, 2000)} sec`],
    ['F-Number', `f/${random.integer(14, 160) / 10}`],
    ['ISO Speed Rating', String(100 * 2 ** random.integer(0, 6))],
    ['Flash', 'No Flash, Compulsory'],
  ];
  return (
    `<br><br><span class="abbr">[EXIF data available. Click <a href="javascript:void(0)" onclick="toggle('exif${no}')">here</a> to show/hide.]</span><br>` +
    `<table class="exif" id="exif${no}">${heading('Camera-Specific Properties:')}${heading('')}${body(rows)}${heading('')}` +
    `${heading('Image-Specific Properties:')}${heading('')}${body(picture)}${heading('')}</table>`
  );
}

function heading(text: string): string {
  return `<tr><td colspan="2"><b>${text}</b></td></tr>`;
}

function body(rows: readonly Row[]): string {
  return rows.map(([name, value]) => `<tr><td>${name}</td><td>${value}</td></tr>`).join('');
}
