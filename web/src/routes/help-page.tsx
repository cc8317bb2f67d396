import { useQuery } from '@tanstack/react-query';
import { PageHeading } from '../components/page-heading.tsx';
import { type HelpEntry, helpSections, valueForms } from '../features/help/help-entries.ts';
import '../features/help/help.css';
import { t } from '../features/help/texts.ts';
import { ShortcutRows } from '../features/shortcuts/shortcut-rows.tsx';
import { searchAddress } from '../lib/addresses.ts';
import { examplesQuery } from '../lib/examples.ts';
import { useTitle } from '../lib/use-title.ts';

/** The whole query language, by examples that find posts in this archive, and the keyboard shortcuts. */
export function HelpPage() {
  useTitle(t('site.help'));
  const { data } = useQuery(examplesQuery());
  const examples = data?.examples ?? [];
  const isCounted = examples.length > 0 && data?.partial === false;
  const sections = helpSections(examples);
  return (
    <div className="help-page">
      <PageHeading>{t('help.title')}</PageHeading>
      <p>{t('help.lead')}</p>
      <nav aria-label={t('help.contents')}>
        <ul className="help-contents">
          {sections.map(({ id, heading }) => (
            <li key={id}>
              <a href={`#help-${id}`}>{heading}</a>
            </li>
          ))}
          <li>
            <a href="#help-values">{t('help.section-values')}</a>
          </li>
          <li>
            <a href="#help-keys">{t('shortcuts.name')}</a>
          </li>
        </ul>
      </nav>
      {sections.map(({ id, heading, entries }) => (
        <section key={id} aria-labelledby={`help-${id}`}>
          <h2 id={`help-${id}`}>{heading}</h2>
          <dl className="help-entries">
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} isCounted={isCounted && entry.id !== 'word-number'} />
            ))}
          </dl>
        </section>
      ))}
      <section aria-labelledby="help-values">
        <h2 id="help-values">{t('help.section-values')}</h2>
        <dl className="help-entries">
          {valueForms().map(([patterns, meaning]) => (
            <div key={patterns}>
              <dt>{meaning}</dt>
              <dd>
                <ul className="help-examples">
                  {[...patterns.matchAll(/(?:"[^"]*"|[^ ])+/g)].map(([pattern]) => (
                    <li key={pattern}>
                      <code>{pattern}</code>
                    </li>
                  ))}
                </ul>
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <section aria-labelledby="help-keys">
        <h2 id="help-keys">{t('shortcuts.name')}</h2>
        <ShortcutRows className="query-help" />
      </section>
    </div>
  );
}

interface EntryProps {
  readonly entry: HelpEntry;
  /** False while the examples of this archive are unknown or incomplete. */
  readonly isCounted: boolean;
}

function Entry({ entry: { id, term, meaning, also, examples, pattern }, isCounted }: EntryProps) {
  return (
    <div id={id}>
      <dt>
        {term !== '' && <code className="help-term">{term}</code>} {meaning}
        {also.length > 0 && (
          <span className="quiet">
            {' '}
            ({t('help.also')} <code>{also.join(' ')}</code>)
          </span>
        )}
      </dt>
      <dd>
        <ul className="help-examples">
          {examples.map(({ q, hits }) => (
            <li key={q}>
              <a href={searchAddress(q)}>
                <code>{q}</code>
              </a>{' '}
              <span className="quiet">{t('example.hits', { count: hits })}</span>
            </li>
          ))}
          {examples.length === 0 && pattern !== null && (
            <li>
              <code>{pattern}</code> {isCounted && <span className="quiet">{t('help.nothing')}</span>}
            </li>
          )}
        </ul>
      </dd>
    </div>
  );
}
