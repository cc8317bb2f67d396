import { useQuery } from '@tanstack/react-query';
import { HELP_ADDRESS } from '../lib/addresses.ts';
import { boardsQuery } from '../lib/queries.ts';
import { useModules } from '../lib/use-modules.ts';
import { t } from './footer-texts.ts';
import { LanguageChoice } from './language-choice.tsx';

/** Links at the end of every page: what the archive is, and its other forms; and the languages. */
export function SiteFooter() {
  const modules = useModules();
  // The page or the header loads them.
  const { data: boards = [] } = useQuery({ ...boardsQuery(), enabled: false });
  const links = [
    { href: HELP_ADDRESS, text: t('footer.help') },
    ...modules
      .flatMap((module) => [
        ...(module.footerLinks ?? []),
        ...(module.homeLinks ?? []),
        ...(module.boardsLinks?.(boards) ?? []),
      ])
      .map(({ href, text }) => ({ href, text: text() })),
    { href: '/api/docs', text: t('footer.api') },
    ...(boards.some((board) => board.public_log) ? [{ href: '/moderation', text: t('footer.log') }] : []),
    { href: '/settings', text: t('footer.settings') },
  ];
  return (
    <footer className="site-footer">
      <nav aria-label={t('footer.pages')}>
        <ul>
          {links.map(({ href, text }) => (
            <li key={href}>
              <a href={href}>{text}</a>
            </li>
          ))}
        </ul>
      </nav>
      <LanguageChoice />
    </footer>
  );
}
