import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useLanguage } from '../lib/language.ts';
import { setLanguage, currentLanguage } from '../lib/messages.ts';
import type { createAppRouter } from './router.tsx';

interface ApplicationProps {
  readonly router: ReturnType<typeof createAppRouter>;
}

/** All pages, in the reader's language; drawn anew when another is chosen and its words are here. */
export function Application({ router }: ApplicationProps) {
  const wanted = useLanguage();
  const [spoken, setSpoken] = useState(currentLanguage);
  useEffect(() => {
    let isWanted = true;
    const change = async () => {
      await setLanguage(wanted);
      if (isWanted) setSpoken(currentLanguage());
    };
    void change();
    return () => {
      isWanted = false;
    };
  }, [wanted]);
  useEffect(() => {
    document.documentElement.lang = spoken;
  }, [spoken]);
  return <RouterProvider key={spoken} router={router} />;
}
