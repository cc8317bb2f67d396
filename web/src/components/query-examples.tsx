import { useQuery } from '@tanstack/react-query';
import { searchAddress } from '../lib/addresses.ts';
import { examplesQuery } from '../lib/examples.ts';
import { t } from './examples-texts.ts';

/** In the order of the list: the part of the query language, and the meaning of its example. */
const SHOWN = [
  ['combined', 'example.combined'],
  ['words', 'example.words'],
  ['phrase', 'example.phrase'],
  ['subject', 'example.subject'],
  ['image', 'example.image'],
  ['during', 'example.during'],
] as const;

/** A few searches that find posts in this archive. Nothing if the archive is empty. */
export function QueryExamples() {
  const { data } = useQuery(examplesQuery());
  const examples = data?.examples ?? [];
  const rows = SHOWN.flatMap(([name, meaning]) => {
    const example = examples.find((one) => one.name === name);
    return example === undefined ? [] : [{ ...example, meaning }];
  });
  if (rows.length === 0) return null;
  return (
    <section className="query-examples">
      <h2>{t('example.heading')}</h2>
      <dl className="query-help">
        {rows.map(({ q, hits, meaning }) => (
          <div key={meaning}>
            <dt>
              <a href={searchAddress(q)}>
                <code>{q}</code>
              </a>
            </dt>
            <dd>
              {t(meaning)} · {t('example.hits', { count: hits })}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
