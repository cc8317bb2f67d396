/** Runs a statement, and returns the rows and blocks that it read, from its plan. */
import type pg from 'pg';

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Actual Rows': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly PlanNode[];
}

export interface PlanWork {
  /** The type of the innermost node. */
  readonly scan: string;
  /** The most rows that a node read. */
  readonly rows: number;
  readonly blocks: number;
}

export async function planWork(pool: pg.Pool, statement: string, values: readonly unknown[]): Promise<PlanWork> {
  const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `explain (analyze, buffers, format json) ${statement}`,
    [...values],
  );
  const plan = rows[0]?.['QUERY PLAN'][0].Plan;
  if (plan === undefined) throw new Error('there is no plan');
  const nodes = nodesOf(plan);
  return {
    scan: nodes.at(-1)?.['Node Type'] ?? '',
    rows: Math.max(...nodes.map((node) => node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0))),
    blocks: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
  };
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}
