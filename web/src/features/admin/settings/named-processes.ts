import type { EnvironmentSettings } from '../../../../../mappings/contract/environment.ts';

type Process = EnvironmentSettings['processes'][number];

/** A kind of process, all running ones of which have a value, or a single one. */
export type NamedProcess = { readonly kind: Process['process'] } | { readonly one: Process };

/** The processes with a value, as briefly as they can be named; none if all running ones have it. */
export function namedProcesses(processes: readonly Process[], ids: readonly string[]): readonly NamedProcess[] {
  const running = processes.filter(({ state }) => state === 'running');
  if (running.every(({ id }) => ids.includes(id))) return [];
  return [...Map.groupBy(running, ({ process }) => process)].flatMap(([kind, ofKind]): readonly NamedProcess[] => {
    const having = ofKind.filter(({ id }) => ids.includes(id));
    return having.length === ofKind.length ? [{ kind }] : having.map((one) => ({ one }));
  });
}
