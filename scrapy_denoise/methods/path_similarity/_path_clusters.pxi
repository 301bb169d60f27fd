"""The similarity of the paths of leaves, and clusters of leaves with similar paths. Paper 001, section 2."""

from libc.stdint cimport int32_t, int64_t, uint8_t


def cluster_leaves(
    const int32_t[::1] depth not None,
    const int32_t[::1] parent not None,
    const int64_t[::1] leaves not None,
    double tau,
    int near,
    int64_t[::1] cluster not None,
    int64_t[::1] home not None,
):
    """Group text rows, `leaves` in document order, into runs of similar paths. Returns the number of runs.

    Two leaves A, B at depths nA, nB whose lowest common ancestor is at depth n have the similarity
    2 n / (nA + nB) and the tree distance nA + nB - 2 n. A leaf joins the cluster of the leaf before it if the
    similarity is at least `tau` or the distance at most `near`.

    Fills `cluster`, for each leaf the number of its cluster, and `home`, for each cluster the row of the lowest common
    ancestor of its leaves; both are as long as `leaves`. Time: linear in the rows between the first and the last leaf.
    """
    cdef Py_ssize_t i, row, n_clusters = 0, n = leaves.shape[0]
    cdef int64_t common, total, top, place
    if cluster.shape[0] < n or home.shape[0] < n:
        raise ValueError("columns of different lengths")
    if n == 0:
        return 0
    cluster[0] = 0
    top = depth[leaves[0]] - 1  # depth of the common ancestor of the cluster's leaves so far
    place = leaves[0]
    for i in range(1, n):
        common = depth[leaves[i]]
        for row in range(leaves[i - 1] + 1, leaves[i]):
            if depth[row] < common:
                common = depth[row]
        common -= 1  # the parent of the shallowest row between the two leaves is an ancestor of both
        if common < 0:
            common = 0
        total = depth[leaves[i - 1]] + depth[leaves[i]]
        if 2 * common >= tau * total or total - 2 * common <= near:
            if common < top:
                top = common
        else:
            while depth[place] > top and parent[place] >= 0:
                place = parent[place]
            home[n_clusters] = place
            n_clusters += 1
            top = depth[leaves[i]] - 1
            place = leaves[i]
        cluster[i] = n_clusters
    while depth[place] > top and parent[place] >= 0:
        place = parent[place]
    home[n_clusters] = place
    return n_clusters + 1


def similar_paths(
    const int32_t[::1] depth not None,
    const int32_t[::1] parent not None,
    const int64_t[::1] rows not None,
    Py_ssize_t body,
    double tau,
    uint8_t[::1] found not None,
):
    """Mark the rows whose path has at least the similarity `tau` (see `cluster_leaves`) to the path of the row `body`.

    A row whose only common ancestor with the body is the root is not marked. Time: linear in rows times their depth.
    """
    cdef Py_ssize_t i
    cdef int64_t a, b
    if found.shape[0] < rows.shape[0]:
        raise ValueError("columns of different lengths")
    for i in range(rows.shape[0]):
        a, b = rows[i], body
        while a != b:
            # rows are in document order, so the later of two is not an ancestor of the other
            if a > b:
                a = parent[a]
            else:
                b = parent[b]
        found[i] = a != 0 and 2 * depth[a] >= tau * (depth[body] + depth[rows[i]])
