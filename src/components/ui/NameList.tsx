import { Fragment } from "react";

interface NameListProps {
  names: readonly string[];
}

/** Names one after the other, each in its own direction of writing. */
export function NameList({ names }: NameListProps) {
  return names.map((name, index) => (
    // Two groups may have the same title.
    <Fragment key={`${String(index)} ${name}`}>
      {index > 0 && ", "}
      <bdi>{name}</bdi>
    </Fragment>
  ));
}
