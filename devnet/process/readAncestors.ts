import { readFileSync } from "node:fs";

/**
 * The processes above this one that belong to one `npm start`: the shell that npm runs a script in, and npm. Only the
 * shell where the system does not tell more.
 */
export function readAncestors(): string {
  try {
    const stat = readFileSync(`/proc/${process.ppid}/stat`, "utf8");
    // The name in parentheses may hold anything; the parent's id is the second field after it.
    const grandparent = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1] ?? "";
    return `${process.ppid} ${grandparent}`;
  } catch {
    return String(process.ppid);
  }
}
