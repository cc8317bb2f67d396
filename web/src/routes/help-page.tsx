import { PageHeading } from '../components/page-heading.tsx';
import { ShortcutRows } from '../features/shortcuts/shortcut-rows.tsx';
import { searchAddress } from '../lib/addresses.ts';
import { useTitle } from '../lib/use-title.ts';
import { t } from './help-texts.ts';

/** The query language, by examples that can be clicked, and the keyboard shortcuts. */
export function HelpPage() {
  useTitle(t('site.help'));
  return (
    <div className="help-page">
      <PageHeading>{t('help.title')}</PageHeading>
      <p className="quiet">{t('help.lead')}</p>
      <Examples heading={t('help.section-words')} rows={WORDS.map(([q, key]) => [q, t(key)])} />
      <Examples heading={t('help.section-fields')} rows={FIELDS.map(([q, name]) => [q, t(`field.${name}`)])} />
      <Examples heading={t('help.section-kinds')} rows={KINDS.map(([q, key]) => [q, t(key)])} />
      <Examples heading={t('help.section-times')} rows={TIMES.map(([q, key]) => [q, t(key)])} />
      <section aria-labelledby="help-keys">
        <h2 id="help-keys">{t('shortcuts.name')}</h2>
        <ShortcutRows className="query-help" />
      </section>
    </div>
  );
}

interface ExamplesProps {
  readonly heading: string;
  readonly rows: readonly (readonly [q: string, meaning: string])[];
}

function Examples({ heading, rows }: ExamplesProps) {
  return (
    <section>
      <h2>{heading}</h2>
      <dl className="query-help">
        {rows.map(([q, meaning]) => (
          <div key={q}>
            <dt>
              <a href={searchAddress(q)}>
                <code>{q}</code>
              </a>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const WORDS = [
  ['bread oven', 'help.words'],
  ['"sourdough starter"', 'help.phrase'],
  ['-yeast', 'help.not'],
  ['rye OR wheat', 'help.or'],
  ['(rye OR wheat) bread', 'help.group'],
  ['keyb*', 'help.prefix'],
  ['="Turkey"', 'help.as-written'],
  ['file:*paper*', 'help.part'],
  ['51971506', 'help.number'],
] as const;

const FIELDS = [
  ['subject:bread', 'subject'],
  ['comment:bread', 'comment'],
  ['op.subject:bread', 'op.subject'],
  ['op.comment:bread', 'op.comment'],
  ['name:moot', 'name'],
  ['trip:!Ep8pui8Vw2', 'trip'],
  ['id:ZcZ1gRnS', 'id'],
  ['country:DE,AT', 'country'],
  ['capcode:mod', 'capcode'],
  ['email:sage', 'email'],
  ['file:wallpaper', 'file'],
  ['exif:canon', 'exif'],
  ['notice:banned', 'notice'],
  ['ext:webm,mp4', 'ext'],
  ['width:>=1920', 'width'],
  ['height:1080', 'height'],
  ['size:1mb..5mb', 'size'],
  ['md5:1B2M2Y8AsgTpgAmY7PhCfg==', 'md5'],
  ['length:>2000', 'length'],
  ['replies:>100', 'replies'],
  ['images:>50', 'images'],
  ['posters:>100', 'posters'],
  ['num:51971506', 'num'],
  ['thread:51971506', 'thread'],
  ['quotes:51971506', 'quotes'],
  ['quoted-by:51971506', 'quoted-by'],
  ['domain:github.com', 'domain'],
  ['since4pass:2017', 'since4pass'],
] as const;

const KINDS = [
  ['is:op', 'is.op'],
  ['is:reply', 'is.reply'],
  ['is:deleted', 'is.deleted'],
  ['is:ghost', 'is.ghost'],
  ['is:sticky', 'is.sticky'],
  ['is:archived', 'is.archived'],
  ['has:image', 'has.image'],
  ['has:video', 'has.video'],
  ['has:link', 'has.link'],
  ['has:quote', 'has.quote'],
  ['-has:file', 'help.without-file'],
] as const;

const TIMES = [
  ['after:2014 before:2015-06-30', 'help.between'],
  ['during:2019-03', 'help.during'],
  ['after:7d', 'help.age'],
  ['sort:relevance', 'help.sort'],
  ['group:thread', 'part.by-thread'],
] as const;
