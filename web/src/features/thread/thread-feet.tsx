import { useEffect, useRef, useState, type ComponentType, type RefObject } from 'react';
import type { Thread } from '../../../../mappings/contract/thread.ts';
import type { ThreadFoot, ThreadPartProps } from '../../lib/module.ts';
import { useModules } from '../../lib/use-modules.ts';

interface ThreadFeetProps {
  readonly thread: Thread;
  /** The module whose part the reader asked for by the link above the posts. */
  readonly asked: string | null;
}

/** The parts of modules below the posts. Each is a link until the reader sees its place, so that other readers do not cause its requests. */
export function ThreadFeet({ thread, asked }: ThreadFeetProps) {
  const modules = useModules();
  return modules.flatMap(({ name, threadFoot }) =>
    threadFoot === undefined || thread.degraded
      ? []
      : [<Foot key={name} name={name} foot={threadFoot} thread={thread} isAsked={asked === name} />],
  );
}

interface FootProps {
  readonly name: string;
  readonly foot: ThreadFoot;
  readonly thread: Thread;
  readonly isAsked: boolean;
}

function Foot({ name, foot, thread, isAsked }: FootProps) {
  const place = useRef<HTMLElement>(null);
  const isSeen = useSeen(place);
  const [Part, setPart] = useState<ComponentType<ThreadPartProps> | null>(null);
  const isWanted = isSeen || isAsked;
  useEffect(() => {
    // Without its script, the link stays.
    if (isWanted) foot.load().then((loaded) => setPart(() => loaded.Part), noop);
  }, [foot, isWanted]);
  return (
    <section ref={place} id={footId(name)} className="thread-foot">
      {Part === null ? (
        <a href={foot.href(thread)} rel="nofollow">
          {foot.text()}
        </a>
      ) : (
        <Part thread={thread} isAsked={isAsked} />
      )}
    </section>
  );
}

function noop(): void {}

interface FootLinksProps {
  readonly thread: Thread;
  /** Receives the name of the module. */
  readonly onAsk: (name: string) => void;
}

/** The links above the posts. */
export function FootLinks(props: FootLinksProps) {
  return useFootLinks(props);
}

/** A link to each part below the posts. */
export function useFootLinks({ thread, onAsk }: FootLinksProps) {
  const modules = useModules();
  return modules.flatMap(({ name, threadFoot }) =>
    threadFoot === undefined || thread.degraded
      ? []
      : [
          <a
            key={name}
            href={threadFoot.href(thread)}
            rel="nofollow"
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return;
              event.preventDefault();
              onAsk(name);
              document.querySelector(`#${footId(name)}`)?.scrollIntoView({ block: 'center' });
            }}
          >
            {threadFoot.text()}
          </a>,
        ],
  );
}

function footId(module: string): string {
  return `foot-${module}`;
}

/** Whether the element has been visible. */
function useSeen(place: RefObject<Element | null>): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (isSeen || element === null) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [place, isSeen]);
  return isSeen;
}
