import { Fragment } from "react";

interface NamedListProps {
  names: readonly string[];
  /** Whose commas and "and" stand between the names. */
  language: string;
  /** A translated sentence with the names in it. */
  write: (names: string) => string;
}

/** Stands for the names until the sentence is cut at it. */
const PLACE = "\uFFFC";

/** A sentence with several names in it, each in its own direction of writing. */
export function NamedList({ names, language, write }: NamedListProps) {
  const [before = "", after = ""] = write(PLACE).split(PLACE);
  return (
    <>
      {before}
      {new Intl.ListFormat(language).formatToParts(names).map(({ type, value }, place) => (
        // Two groups may have the same title.
        <Fragment key={`${String(place)} ${value}`}>{type === "element" ? <bdi>{value}</bdi> : value}</Fragment>
      ))}
      {after}
    </>
  );
}

/** Names one after the other, each in its own direction of writing. */
export function NameList({ names }: Pick<NamedListProps, "names">) {
  return names.map((name, index) => (
    // Two groups may have the same title.
    <Fragment key={`${String(index)} ${name}`}>
      {index > 0 && ", "}
      <bdi>{name}</bdi>
    </Fragment>
  ));
}
