import type { ReactNode } from 'react';
import { resolved, schemaName, typeText, type OpenApiDocument, type Parameter, type Schema } from './openapi.ts';
import { Marked } from './marked.tsx';
import { listed } from '../../lib/messages.ts';
import { t } from './texts.ts';

interface ParametersProps {
  readonly parameters: readonly Parameter[];
}

export function Parameters({ parameters }: ParametersProps) {
  return (
    <dl className="api-fields">
      {parameters.map(({ name, in: place, required = false, description, schema = {} }) => (
        <Field
          key={`${place} ${name}`}
          name={name}
          note={listed([place, required ? t('api-docs.required') : null].filter((part) => part !== null))}
          description={description ?? schema.description}
          schema={schema}
        />
      ))}
    </dl>
  );
}

interface SchemaFieldsProps {
  readonly schema: Schema;
  readonly document: OpenApiDocument;
  readonly depth?: number;
}

const DEEPEST = 6;

/** The fields of an object, or of the objects in a list. */
export function SchemaFields({ schema, document, depth = 0 }: SchemaFieldsProps) {
  const { description, properties, items, anyOf, oneOf } = resolved(schema, document);
  if (items !== undefined) return <SchemaFields schema={items} document={document} depth={depth} />;
  const choices = (anyOf ?? oneOf ?? []).filter((choice) => choice.type !== 'null');
  if (choices.length > 0) {
    return choices.map((choice, place) => (
      // oxlint-disable-next-line react/no-array-index-key -- choices have no other name and do not move
      <SchemaFields key={place} schema={choice} document={document} depth={depth} />
    ));
  }
  if (properties === undefined || depth > DEEPEST) return null;
  return (
    <>
      {description !== undefined && (
        <p>
          <Marked text={description} />
        </p>
      )}
      <dl className="api-fields">
        {Object.entries(properties).map(([name, field]) => (
          <Field key={name} name={name} description={field.description} schema={field}>
            {hasFields(field, document) && (
              <details>
                <summary>
                  {schemaName(field) ?? t('api-docs.fields')}
                  <span className="visually-hidden">: {name}</span>
                </summary>
                <SchemaFields schema={field} document={document} depth={depth + 1} />
              </details>
            )}
          </Field>
        ))}
      </dl>
    </>
  );
}

function hasFields(schema: Schema, document: OpenApiDocument): boolean {
  const { properties, items, anyOf, oneOf } = resolved(schema, document);
  if (items !== undefined) return hasFields(items, document);
  return properties !== undefined || (anyOf ?? oneOf ?? []).some((choice) => hasFields(choice, document));
}

interface FieldProps {
  readonly name: string;
  readonly note?: string;
  readonly description: string | undefined;
  readonly schema: Schema;
  readonly children?: ReactNode;
}

function Field({ name, note = '', description, schema, children }: FieldProps) {
  const { enum: values, default: usual, minimum, maximum } = schema;
  return (
    <div>
      <dt>
        <code>{name}</code>{' '}
        <span className="quiet">{listed([typeText(schema), note].filter((part) => part !== ''))}</span>
      </dt>
      <dd>
        {description !== undefined && <Marked text={description} />}
        {values !== undefined && <p className="quiet">{values.map((value) => JSON.stringify(value)).join(', ')}</p>}
        {(minimum !== undefined || maximum !== undefined) && (
          <p className="quiet">{t('api-docs.range', { min: String(minimum ?? '…'), max: String(maximum ?? '…') })}</p>
        )}
        {usual !== undefined && usual !== '' && (
          <p className="quiet">{t('api-docs.default', { value: JSON.stringify(usual) })}</p>
        )}
        {children}
      </dd>
    </div>
  );
}
