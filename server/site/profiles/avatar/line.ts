/** The picture of a person in the archive of their own data: as others see it, without the key of its file. */

export function withoutKey(line: string): string {
  const { file_key: _, ...shown } = JSON.parse(line) as Record<string, unknown>;
  return JSON.stringify(shown);
}

export function pictureOf(line: string): { readonly name: string; readonly key: string } {
  const { file_key: key } = JSON.parse(line) as { file_key: string };
  return { name: "avatar.jpg", key };
}
