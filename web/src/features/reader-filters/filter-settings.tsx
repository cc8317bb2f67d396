import { type SyntheticEvent, useId, useState } from 'react';
import { announce } from '../../lib/announce.ts';
import { readFilterText, saveFilterText } from '../../lib/filtered-posts.ts';
import {
  FILTER_TYPES,
  type FilterProblem,
  importedLines,
  readFilters,
  withLines,
  withPlainText,
} from '../../lib/filters/syntax.ts';
import { t, tRich } from './texts.ts';
import './reader-filters.css';

const WORD = 'bread';
const EXAMPLE = '/spam|scam/i;boards:g,tech;op:no;';
const HIGHLIGHT = 'highlight';
const SHOWN_PROBLEMS = 20;

/** Edits the reader's filters. Settings of 4chan X that are pasted become lines. */
export function FilterSettings() {
  const [text, setText] = useState(readFilterText);
  const [problems, setProblems] = useState<readonly FilterProblem[]>([]);
  const [saved, setSaved] = useState('');
  const field = useId();
  const lead = useId();
  const save = (event: SyntheticEvent) => {
    event.preventDefault();
    const lines = withPlainText(importedLines(text));
    const read = readFilters(lines);
    setText(lines);
    setProblems(read.problems);
    saveFilterText(lines);
    const sentence = t('reader-filters.saved', { count: read.filters.length });
    setSaved(sentence);
    announce(sentence);
  };
  return (
    <section className="reader-filters" aria-labelledby="filters">
      <h2 id="filters">{t('reader-filters.name')}</h2>
      <p className="quiet" id={lead}>
        {tRich('reader-filters.lead', { highlight: <code key="highlight">{HIGHLIGHT}</code> })}
        <br />
        {tRich('reader-filters.example', {
          word: <code key="word">{WORD}</code>,
          example: <code key="example">{EXAMPLE}</code>,
        })}
      </p>
      <form aria-labelledby="filters" onSubmit={save}>
        <label htmlFor={field}>{t('reader-filters.lines')}</label>
        <textarea
          id={field}
          className="filter-lines"
          value={text}
          onChange={({ target }) => setText(target.value)}
          onPaste={(event) => {
            const pasted = event.clipboardData.getData('text');
            const lines = importedLines(pasted);
            // Lines are pasted at the caret, as in any field.
            if (!pasted.trimStart().startsWith('{') || lines === pasted) return;
            event.preventDefault();
            setText(withLines(text, lines));
          }}
          rows={8}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          aria-describedby={lead}
          aria-invalid={problems.length > 0 || undefined}
        />
        <p>
          <button type="submit" className="button">
            {t('reader-filters.save')}
          </button>{' '}
          {saved}
        </p>
      </form>
      {problems.length > 0 && (
        <div role="alert" className="filter-problems">
          <p>{t('reader-filters.problems', { count: problems.length })}</p>
          <ul>
            {problems.slice(0, SHOWN_PROBLEMS).map((problem) => (
              <li key={problem.line}>
                {t('reader-filters.problem', {
                  line: String(problem.line),
                  column: String(problem.column),
                  reason: reasonOf(problem),
                })}
              </li>
            ))}
          </ul>
        </div>
      )}
      <FilterOptions />
    </section>
  );
}

function reasonOf({ fault, part }: FilterProblem): string {
  switch (fault) {
    case 'no-pattern':
      return t('reader-filters.fault.no-pattern', { example: '/spam/i' });
    case 'bad-pattern':
      return t('reader-filters.fault.bad-pattern', { part });
    case 'bad-option':
      return t('reader-filters.fault.bad-option', { part });
    case 'bad-value':
      return t('reader-filters.fault.bad-value', { part });
    case 'long':
      return t('reader-filters.fault.long');
    case 'many':
      return t('reader-filters.fault.many');
  }
}

function FilterOptions() {
  const options = [
    ['boards:g,tech;', t('reader-filters.option.boards')],
    ['exclude:vg,v;', t('reader-filters.option.exclude')],
    ['op:only;', t('reader-filters.option.op', { only: 'only', no: 'no' })],
    ['file:only;', t('reader-filters.option.file', { only: 'only', no: 'no' })],
    ['stub:no;', t('reader-filters.option.stub')],
    ['highlight;', t('reader-filters.option.highlight', { top: 'top:no;' })],
    [`type:${FILTER_TYPES.join(',')};`, t('reader-filters.option.type')],
  ] as const;
  return (
    <details>
      <summary>{t('reader-filters.options')}</summary>
      <dl className="filter-options">
        {options.map(([code, meaning]) => (
          <div key={code}>
            <dt>
              <code>{code}</code>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
