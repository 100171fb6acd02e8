import { readFileSync } from "node:fs";

/**
 * The parent processes that belong to one `npm start`: the shell in which npm runs the script, and npm. Only the shell
 * if the system shows no more.
 */
export function readAncestors(): string {
  try {
    const stat = readFileSync(`/proc/${process.ppid}/stat`, "utf8");
    // The name in parentheses may contain anything; the parent's id is the second field after it.
    const grandparent = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1] ?? "";
    return `${process.ppid} ${grandparent}`;
  } catch {
    return String(process.ppid);
  }
}
