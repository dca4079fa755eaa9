/** What decided the battle, once it is over: the server reckons it, the end, the chart and the timeline show it. */
import { signal } from "@preact/signals";
import { api } from "../net/api";
import type { Course } from "../net/types";
import { complain } from "./notices";
import { battle, state } from "./table";

export const course = signal<{ key: string; found: Course } | null>(null);
let asked = "";

/** The course of the battle at hand; null while it goes on or is not yet there. */
export function courseNow(): Course | null {
  const key = keyNow();
  return key !== null && course.value?.key === key ? course.value.found : null;
}

function keyNow(): string | null {
  const now = state.value;
  return battle.value && now?.over ? `${battle.value}/${now.number}` : null;
}

export async function loadCourse(): Promise<void> {
  const key = keyNow();
  if (key === null || key === asked) return;
  asked = key;
  try {
    course.value = { key, found: await api.course(battle.peek()!) };
  } catch (error) {
    asked = "";
    complain(error);
  }
}
