import { useState } from 'react';
import { Marked } from './marked.tsx';
import {
  bodySchema,
  addressOf,
  canTry,
  curlOf,
  exampleOf,
  typeText,
  type OpenApiDocument,
  type Operation,
  type Response,
  type Samples,
} from './openapi.ts';
import { Parameters, SchemaFields } from './schema-table.tsx';
import { listed } from '../../lib/messages.ts';
import { t } from './texts.ts';

interface OperationProps {
  readonly operation: Operation;
  readonly document: OpenApiDocument;
  /** Values of parameters that exist in this archive. */
  readonly samples: Samples;
}

/**
 * One operation, collapsed to its method, path and summary. The rest is rendered when it is first opened, because there are over a
 * hundred operations.
 */
export function OperationEntry({ operation, document, samples }: OperationProps) {
  const { method, path, id, summary } = operation;
  const [isNamed] = useState(() => location.hash === `#${id}`);
  const [wasOpen, setWasOpen] = useState(isNamed);
  return (
    <details
      className="api-operation"
      id={id}
      open={isNamed}
      onToggle={(event) => {
        if (event.currentTarget.open) setWasOpen(true);
      }}
    >
      <summary>
        <code className="api-method">{method}</code> <code className="api-path">{path}</code>{' '}
        <span className="quiet">{summary}</span>
      </summary>
      {wasOpen && <OperationBody operation={operation} document={document} samples={samples} />}
    </details>
  );
}

function OperationBody({ operation, document, samples }: OperationProps) {
  const { id, description, parameters = [], requestBody, responses = {}, security = [] } = operation;
  const body = bodySchema(requestBody);
  return (
    <div className="api-body">
      {description !== undefined && (
        <p>
          <Marked text={description} />
        </p>
      )}
      <p className="quiet">
        <a href={`#${id}`}>{id}</a>
        {security.length > 0 && ` · ${t('api-docs.sign-in')}`}
      </p>
      {parameters.length > 0 && (
        <>
          <h4>{t('api-docs.parameters')}</h4>
          <Parameters parameters={parameters} />
        </>
      )}
      {body !== null && (
        <>
          <h4>{t('api-docs.body')}</h4>
          <SchemaFields schema={body} document={document} />
        </>
      )}
      <h4>{t('api-docs.request')}</h4>
      <Code text={curlOf(operation, location.origin, document, samples)} />
      {security.length === 0 && canTry(operation, samples) && (
        <p>
          {/* The answer is no page: `noopener` keeps the pages' router from opening it. */}
          <a href={addressOf(operation, document, samples)} target="_blank" rel="noopener">
            {t('api-docs.try')}
          </a>
        </p>
      )}
      <h4>{t('api-docs.answers')}</h4>
      {Object.entries(responses).map(([status, response]) => (
        <Answer key={status} status={status} response={response} document={document} />
      ))}
    </div>
  );
}

interface AnswerProps {
  readonly status: string;
  readonly response: Response;
  readonly document: OpenApiDocument;
}

function Answer({ status, response, document }: AnswerProps) {
  const schema = bodySchema(response);
  const types = listed(Object.keys(response.content ?? {}));
  const isGood = status.startsWith('2');
  return (
    <section className="api-answer" aria-label={status}>
      <p>
        <code>{status}</code> <Marked text={response.description ?? ''} />{' '}
        <span className="quiet">
          {listed([types, schema === null ? '' : typeText(schema)].filter((part) => part !== ''))}
        </span>
      </p>
      {isGood && schema !== null && (
        <>
          <p className="quiet">{t('api-docs.example')}</p>
          <Code text={JSON.stringify(exampleOf(schema, document), null, 2)} />
          <details>
            <summary>{t('api-docs.answer-fields')}</summary>
            <SchemaFields schema={schema} document={document} />
          </details>
        </>
      )}
    </section>
  );
}

function Code({ text }: { readonly text: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, which must also work with the keyboard
    <pre className="api-code" tabIndex={0}>
      <code>{text}</code>
    </pre>
  );
}
