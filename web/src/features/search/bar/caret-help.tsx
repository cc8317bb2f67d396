import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { fieldNamed, valueWords, type Field } from '../../../../../mappings/search/fields.ts';
import { Sheet } from '../../../components/sheet.tsx';
import { HELP_ADDRESS, searchAddress } from '../../../lib/addresses.ts';
import { examplesQuery } from '../../../lib/examples.ts';
import { currentLanguage, nameText, textOf } from '../../../lib/messages.ts';
import { atCaret, type AtCaret, type Operator } from './at-caret.ts';
import { t } from './caret-help-texts.ts';

interface CaretHelpProps {
  readonly text: string;
  readonly caret: number;
  readonly onClose: () => void;
}

/** Explains the field or operator at the caret, with searches that find something. On a phone a sheet. */
export function CaretHelp({ text, caret, onClose }: CaretHelpProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Escape closes the sheet that has the focus.
    place.current?.focus({ preventScroll: true });
    const leave = ({ target }: Event) => {
      if (target instanceof Element && target.closest('.query-bar') === null) onClose();
    };
    document.addEventListener('pointerdown', leave);
    return () => document.removeEventListener('pointerdown', leave);
  }, [onClose]);
  const found = atCaret(text, caret);
  const field = found?.field == null ? null : fieldNamed(found.field);
  return (
    <div className="caret-help">
      <Sheet name={t('caret-help.name')} onClose={onClose}>
        <div ref={place} tabIndex={-1} className="caret-help-text">
          {field === null ? <OfOperators found={found} /> : <OfField field={field} />}
          <p>
            <a href={HELP_ADDRESS}>{t('caret-help.all')}</a>
          </p>
        </div>
      </Sheet>
    </div>
  );
}

function OfField({ field }: { readonly field: Field }) {
  const { name, kind } = field;
  const label = nameText(`field.${name}`);
  // English descriptions are those of the language's own reference.
  const own =
    textOf(`field-help.${name}`) ??
    (currentLanguage() === 'en' ? t('caret-help.finds', { posts: field.description }) : null);
  const values = kind === 'is' || kind === 'has' ? valueWords(field).map(([value]) => value) : [];
  return (
    <>
      <h2>
        <code>{name}:</code> {label}
      </h2>
      {own !== null && <p>{own}</p>}
      {values.length > 0 && (
        <dl className="caret-help-values">
          {values.map((value) => (
            <div key={value}>
              <dt>
                <code>
                  {name}:{value}
                </code>
              </dt>
              <dd>{nameText(`${kind === 'is' ? 'is' : 'has'}.${value}`)}</dd>
            </div>
          ))}
        </dl>
      )}
      <Examples kind="field" names={[name]} />
    </>
  );
}

const OPERATORS = [
  'words',
  'phrase',
  'not',
  'or',
  'group',
  'prefix',
  'as-written',
] as const satisfies readonly Operator[];

function OfOperators({ found }: { readonly found: AtCaret | null }) {
  if (found?.field != null) {
    return (
      <>
        <h2>
          <code>{found.field}:</code>
        </h2>
        <p>{t('caret-help.unknown-field')}</p>
        <Examples kind="operator" names={OPERATORS} />
      </>
    );
  }
  const operator = found?.operator ?? null;
  return (
    <>
      <h2>{operator === null ? t('caret-help.name') : <code>{found?.value}</code>}</h2>
      {operator !== null && <p>{meaningOf(operator)}</p>}
      <Examples kind="operator" names={operator === null ? OPERATORS : [operator]} />
    </>
  );
}

function meaningOf(operator: string): string | null {
  return textOf(`help.${operator}`);
}

interface ExamplesProps {
  readonly kind: 'operator' | 'field';
  readonly names: readonly string[];
}

/** Those that find something in this archive, with the number of posts. */
function Examples({ kind, names }: ExamplesProps) {
  const { data } = useQuery(examplesQuery());
  const examples = data?.examples ?? [];
  const shown = examples.filter((example) => example.kind === kind && names.includes(example.name));
  if (shown.length === 0) return null;
  return (
    <dl className="caret-help-examples">
      {shown.map(({ q, name, hits }) => (
        <div key={q}>
          <dt>
            <a href={searchAddress(q)}>
              <code>{q}</code>
            </a>
          </dt>
          <dd>
            {names.length > 1 && `${meaningOf(name) ?? ''} · `}
            {t('count.post.eq', { count: hits })}
          </dd>
        </div>
      ))}
    </dl>
  );
}
