import { searchAddress } from '../../lib/addresses.ts';

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
    ['"thank you" -sorry', 'these words in this order, and not that one'],
    [`board:${board} is:op`, 'what opens the threads of one board'],
    ['subject:thread after:2015', 'a word in the subject, since a date'],
  ] as const;
}
