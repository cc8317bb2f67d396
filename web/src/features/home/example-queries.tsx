import { searchAddress } from '../../lib/addresses.ts';
import { t } from '../../lib/messages.ts';

/** Three queries that teach the language by being clicked. */
export function ExampleQueries({ board }: { readonly board: string }) {
  return (
    <ul className="example-queries">
      {examples(board).map(([query, meaning]) => (
        <li key={query}>
          <a href={searchAddress(query)}>
            <code>{query}</code>
          </a>
          <span>{meaning}</span>
        </li>
      ))}
    </ul>
  );
}

function examples(board: string) {
  return [
    ['"thank you" -sorry', t('home.example-phrase')],
    [`board:${board} is:op`, t('home.example-op')],
    ['subject:thread after:2015', t('home.example-subject')],
  ] as const;
}
