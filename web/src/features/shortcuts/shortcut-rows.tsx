import { SHORTCUTS } from './shortcuts.ts';
import { t } from './texts.ts';

/** Every shortcut with its effect. */
export function ShortcutRows({ className }: { readonly className?: string }) {
  return (
    <dl className={className}>
      {SHORTCUTS.map(({ key, meaning }) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{t(meaning)}</dd>
        </div>
      ))}
    </dl>
  );
}
