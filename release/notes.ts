/** The section of one version in CHANGELOG.md. Pure. */

/**
 * The heading is `## VERSION – DATE`.
 * @throws Error without such a section, or if it is empty
 */
export function notesOf(changelog: string, version: string): string {
  const heading = new RegExp(String.raw`^## ${version.replaceAll('.', String.raw`\.`)} – \d{4}-\d\d-\d\d$`, 'm').exec(
    changelog,
  );
  if (heading === null) throw new Error(`CHANGELOG.md has no section "## ${version} – DATE"`);
  const body = changelog.slice(heading.index + heading[0].length);
  const end = body.indexOf('\n## ');
  const notes = body.slice(0, end === -1 ? undefined : end).trim();
  if (notes === '') throw new Error(`the section of ${version} in CHANGELOG.md is empty`);
  return notes;
}
