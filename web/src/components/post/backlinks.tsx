import { useState } from 'react';
import { postAnchor } from '../../lib/addresses.ts';
import { t } from '../../lib/messages.ts';

interface BacklinksProps {
  readonly board: string;
  readonly nums: readonly number[];
}

/** An opening post may be quoted by hundreds; so many stand in a row. */
const IN_A_ROW = 8;

/** Which posts of the thread quote this one. */
export function Backlinks({ board, nums }: BacklinksProps) {
  const [all, setAll] = useState(false);
  if (nums.length === 0) return null;
  const shown = all || nums.length <= IN_A_ROW + 1 ? nums : nums.slice(0, IN_A_ROW);
  return (
    <span className="post-backlinks">
      <span className="visually-hidden">{t('post.quoted-by')} </span>
      {shown.map((num) => (
        <a key={num} href={`#${postAnchor(num)}`} data-quote={`${board}/${num}`}>
          {`>>${num}`}
        </a>
      ))}
      {shown.length < nums.length && (
        <button type="button" className="text-button" onClick={() => setAll(true)}>
          {t('post.backlinks-more', { count: nums.length - shown.length })}
        </button>
      )}
    </span>
  );
}
