import { ListSkeleton } from "@/components/memories/list-skeleton";

export default function Loading() {
  return <ListSkeleton />;
}
