/** The folder is named as its machine. */
const MACHINE_FILE = /\/(?<name>\w+)\/\w+\.machine\.ts$/;

/** What machines export, by file. */
const modules = import.meta.glob<Record<string, unknown>>("/machines/*/*.machine.ts", { eager: true });

/** Every machine exports its list as `<name>Secrets`. */
function listSecrets(): readonly string[] {
  return Object.entries(modules).flatMap(([file, exported]) => {
    const name = MACHINE_FILE.exec(file)?.groups?.["name"] ?? "";
    const secrets = exported[`${name}Secrets`] as readonly string[] | undefined;
    if (secrets === undefined) throw new Error(`${name} lists no secret fields`);
    return secrets;
  });
}

/** The fields of every machine that no inspector may see: messages of the root carry those of its children. */
export const SECRET_FIELDS: ReadonlySet<string> = new Set(listSecrets());
