import { useLocation } from "react-router-dom";

import type { ListFlow, ListFlowName, ListName } from "#src/adapters/actors/pagedList.ts";

import { useApp } from "./useApp.ts";
import { useList } from "./useList.ts";

/** A list that going back shows as it was left, with all of its pages, while it is read again. */
export function useKeptList<Name extends ListFlowName, List extends ListName>(
  flow: ListFlow<Name, List>,
  params: Readonly<Record<string, string>> = {},
): ReturnType<typeof useList<Name, List>> {
  const { leftLists } = useApp();
  const { key } = useLocation();
  const place = `${key} ${flow.name}`;
  return useList(flow, params, {
    restoredPage: leftLists.read(place),
    onLeave: (page) => leftLists.write(place, page),
  });
}
