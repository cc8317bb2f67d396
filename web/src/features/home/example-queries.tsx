import { searchAddress } from '../../lib/addresses.ts';
import { say } from '../../lib/messages.ts';

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
    ['"thank you" -sorry', say('home.example-phrase')],
    [`board:${board} is:op`, say('home.example-op')],
    ['subject:thread after:2015', say('home.example-subject')],
  ] as const;
}
