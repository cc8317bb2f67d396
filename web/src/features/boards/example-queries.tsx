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
    ['"thank you" -sorry', 'words in this order, without another'],
    [`board:${board} is:op`, 'threads of one board, newest first'],
    ['subject:general before:2020', 'in the subject, before a day'],
  ] as const;
}
