import { QueryExamples } from '../../../web/src/components/query-examples.tsx';
import { DUMPS_ADDRESS } from './addresses.ts';
import { t } from './texts.ts';

/** Shown at an address without a dump or a file. */
export function DumpMissing({ title, why }: { readonly title: string; readonly why: string }) {
  return (
    <>
      <section className="message">
        <h2>{title}</h2>
        <p>{why}</p>
        <p className="message-actions">
          <a className="button" href={DUMPS_ADDRESS}>
            {t('dumps.show-all')}
          </a>
        </p>
      </section>
      <QueryExamples />
    </>
  );
}
