import { ViewSkeleton } from "@/components/ui/skeleton";

export default function Loading() {
  return <ViewSkeleton rows={14} />;
}
