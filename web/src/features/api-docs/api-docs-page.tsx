import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { ErrorMessage } from '../../components/error-message.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { afterPaint } from '../../lib/rendering.ts';
import { useTitle } from '../../lib/use-title.ts';
import './api-docs.css';
import { AUDIENCES, groupsOf } from './groups.ts';
import { matches, operationsOf, type OpenApiDocument } from './openapi.ts';
import { OperationEntry } from './operation.tsx';
import { apiDocumentQuery, samplesQuery } from './queries.ts';
import { t } from './texts.ts';

/** The API reference, rendered from the OpenAPI document of this server, which is in English. */
export function ApiDocsPage() {
  useTitle(t('api-docs.name'));
  const { data, error, refetch } = useQuery(apiDocumentQuery());
  return (
    <section className="api-docs">
      <PageHeading>{t('api-docs.name')}</PageHeading>
      {data === undefined && error === null && <p className="quiet api-waiting" aria-busy="true" />}
      {data === undefined && error !== null && <ErrorMessage inner error={error} onRetry={() => void refetch()} />}
      {data !== undefined && <Reference document={data} />}
    </section>
  );
}

function Reference({ document }: { readonly document: OpenApiDocument }) {
  const [words, setWords] = useState('');
  const field = useId();
  // The operation in the address exists only after this rendering. In the frame that shows it, scrolling would count as a layout shift.
  useEffect(
    () =>
      afterPaint(() => {
        const id = location.hash.slice(1);
        if (id !== '') window.document.querySelector(`#${CSS.escape(id)}`)?.scrollIntoView();
      }),
    [],
  );
  const { data: samples = {} } = useQuery(samplesQuery());
  const found = operationsOf(document).filter((operation) => matches(operation, words));
  return (
    <>
      <p>{t('api-docs.lead')}</p>
      <p>
        <a href="/api/openapi.json" rel="noopener">
          {t('api-docs.document')}
        </a>
      </p>
      <p className="api-search">
        <label htmlFor={field}>{t('api-docs.search')}</label>
        <input id={field} type="search" value={words} onChange={(event) => setWords(event.target.value)} />
      </p>
      <output className="quiet">{t('api-docs.found', { count: found.length })}</output>
      {AUDIENCES.map((audience) => {
        const groups = groupsOf(found, audience);
        return (
          groups.length > 0 && (
            <section key={audience} className="api-audience" aria-labelledby={`api-${audience}`}>
              <h2 id={`api-${audience}`}>{t(`api-docs.${audience}`)}</h2>
              <p className="quiet">{t(`api-docs.${audience}-lead`)}</p>
              {groups.map(({ id, heading, operations }) => (
                <section key={id} lang="en" aria-labelledby={id}>
                  <h3 id={id}>{heading}</h3>
                  {operations.map((operation) => (
                    <OperationEntry key={operation.id} operation={operation} document={document} samples={samples} />
                  ))}
                </section>
              ))}
            </section>
          )
        );
      })}
    </>
  );
}
