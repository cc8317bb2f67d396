import { lazy, Suspense, useState } from 'react';
import type { SearchSort } from '../../../../../mappings/contract/search.ts';
import { t } from '../../../lib/messages.ts';

const FormFields = lazy(async () => ({ default: (await import('./form-fields.tsx')).FormFields }));

interface FormSearchProps {
  readonly q: string;
  readonly sort: SearchSort | undefined;
  readonly startsOpen: boolean;
}

/** The advanced search form, collapsed above the results. */
export function FormSearch({ q, sort, startsOpen }: FormSearchProps) {
  const [isOpen, setOpen] = useState(startsOpen);
  return (
    <details className="form-search" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('form.name')}</summary>
      {isOpen && (
        <Suspense fallback={<div className="form-fields-room" />}>
          <FormFields q={q} sort={sort} />
        </Suspense>
      )}
    </details>
  );
}
