import { textOf } from '../../../../mappings/comment/plain-text.ts';
import type { ExifRow } from '../../../../mappings/comment/tokens.ts';
import type { Drawing } from './comment-drawing.ts';
import { MarkedText } from './marked-text.tsx';
import { t } from '../../lib/messages.ts';

interface ExifTableProps {
  readonly rows: readonly ExifRow[];
  readonly drawing: Drawing;
}

/** What a camera wrote into a photograph: folded away, unless a match is in it. */
export function ExifTable({ rows, drawing }: ExifTableProps) {
  const matches = rows.some((row) => drawing.shown(row, textOf(row))?.marks.length);
  return (
    <details className="exif" open={matches}>
      <summary>{t('post.exif')}</summary>
      <ul>
        {rows.map((row, index) => (
          // Names repeat in what cameras write; a row has no identity but its place.
          <li key={index} className={row.value === null ? 'exif-heading' : 'exif-row'}>
            <MarkedText text={textOf(row)} ranges={drawing.shown(row, textOf(row))?.marks} />
          </li>
        ))}
      </ul>
    </details>
  );
}
