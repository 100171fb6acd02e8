/** The folder is named as its machine. */
const MACHINE_FILE = /\/(?<name>\w+)\/\w+\.(?:machine|setup)\.ts$/;

/** What machines export, by file. */
const modules = import.meta.glob<Record<string, unknown>>(["/machines/*/*.machine.ts", "/machines/*/*.setup.ts"], {
  eager: true,
});

/** Every machine exports its list as `<name>Secrets`. */
function listSecrets(): readonly string[] {
  const listed = new Map<string, readonly string[] | null>();
  for (const [file, exported] of Object.entries(modules)) {
    const name = MACHINE_FILE.exec(file)?.groups?.["name"] ?? "";
    const secrets = exported[`${name}Secrets`] as readonly string[] | undefined;
    listed.set(name, secrets ?? listed.get(name) ?? null);
  }
  return [...listed].flatMap(([name, secrets]) => {
    if (secrets === null) throw new Error(`${name} lists no secret fields`);
    return secrets;
  });
}

/** The fields of every machine that no inspector may see: messages of the root carry those of its children. */
export const SECRET_FIELDS: ReadonlySet<string> = new Set(listSecrets());
