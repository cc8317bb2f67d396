/** Allocation awareness: Elasticsearch places the copies of a shard on nodes with different values of an attribute. */

/** Attributes with which Elasticsearch describes its nodes itself. */
const OWN_ATTRIBUTE =
  /^(?:ml|transform|xpack|remote_cluster|instance_configuration|logical_availability_zone|region)\b/;

/** The names in the setting, which is a list or a text separated by commas. Pure. */
export function namesIn(setting: unknown): readonly string[] {
  const parts = Array.isArray(setting) ? setting.map(String) : typeof setting === 'string' ? setting.split(',') : [];
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/**
 * The attributes that all nodes have, by which they fall into at least two groups, while `used` names none like that. An attribute with
 * another value for each of several nodes is a name of the node and says nothing. Pure.
 */
export function unusedAttributes(
  nodes: readonly Readonly<Record<string, string>>[],
  used: readonly string[],
): readonly string[] {
  const [first = {}] = nodes;
  const dividing = Object.keys(first).filter((name) => {
    if (OWN_ATTRIBUTE.test(name) || !nodes.every((node) => name in node)) return false;
    const values = new Set(nodes.map((node) => node[name]));
    return values.size > 1 && (values.size < nodes.length || nodes.length <= MOST_ZONES);
  });
  return dividing.some((name) => used.includes(name)) ? [] : dividing;
}

/** Small clusters often have one node in each zone. */
const MOST_ZONES = 3;

export function awarenessCommand(names: readonly string[]): string {
  const body = { persistent: { 'cluster.routing.allocation.awareness.attributes': names.join(',') } };
  return `curl -XPUT "$ELASTICSEARCH_URL/_cluster/settings" -H 'content-type: application/json' -d '${JSON.stringify(body)}'`;
}
