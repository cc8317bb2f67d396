import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { BoardIndices } from '../../../../web/src/features/admin/boards/board-indices.tsx';
import { TaskDetails } from '../../../../web/src/features/admin/tasks/task-details.tsx';
import { StepList, TaskProgress } from '../../../../web/src/features/admin/tasks/task-progress.tsx';
import { aTask } from './sample-tasks.ts';

describe('progress', () => {
  test('is a bar with a value and a text', () => {
    const markup = renderToStaticMarkup(<TaskProgress task={aTask()} />);
    expect(markup).toContain('<progress aria-label="Progress of Reindex of /ck/" max="1" value="0.0428"');
    expect(markup).toContain('1,284 of 30,000 documents');
  });

  test('has no value while the length is unknown', () => {
    const progress = { done: 5, total: null, unit: 'threads', per_second: null, seconds_left: null } as const;
    const markup = renderToStaticMarkup(<TaskProgress task={aTask({ progress })} />);
    expect(markup).not.toContain('value=');
    expect(markup).toContain('5 threads');
  });
});

test('the current step is marked for screen readers, and every step has its state', () => {
  const markup = renderToStaticMarkup(<StepList task={aTask({ step: 'settle' })} />);
  expect(markup.match(/aria-current="step"/g)).toHaveLength(1);
  expect(markup).toContain('aria-current="step">Stabilize<span class="visually-hidden"> (running)</span>');
  expect(markup).toContain('Catch up<span class="visually-hidden"> (done)</span>');
});

test('a lost index and one with an outdated mapping are marked', () => {
  const index = {
    name: 'posts-ck-v2-0-abc',
    slice: 0,
    state: 'live',
    state_since: '2024-05-02T14:06:00.000Z',
    mapping_version: 2,
    has_documents: true,
    documents: 1200,
    bytes: 2048,
  } as const;
  const draw = (fields: object) =>
    renderToStaticMarkup(<BoardIndices name="ck" indices={[{ ...index, ...fields }]} mappingVersion={2} />);
  expect(draw({})).toContain('1,200');
  expect(draw({})).not.toContain('badge');
  expect(draw({ documents: null, bytes: null })).toContain('missing');
  expect(draw({ mapping_version: 1 })).toContain('mapping 1');
  expect(draw({ has_documents: false })).toContain('without posts');
});

test('details of a task are shown as text, whatever their type', () => {
  const details = { found: 1200, indexNames: ['a', 'b'], rounds: [{ drift: 1 }], note: '<img src=x>' };
  const markup = renderToStaticMarkup(<TaskDetails details={details} />);
  expect(markup).toContain('<dt>Found</dt><dd>1,200</dd>');
  expect(markup).toContain('<dt>Index names</dt><dd>a, b</dd>');
  expect(markup).toContain('&lt;img src=x&gt;');
  expect(markup).toContain('<pre>');
});
